//! The word before the two blanks: what a line is, in the languages of `lc_messages`.

/// What a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// `LOG`: statements and durations are of this level.
    Log,
    /// `DEBUG1` to `WARNING`.
    #[default]
    Other,
    /// `ERROR`.
    Error,
    /// `FATAL` and `PANIC`: the session ends.
    Fatal,
    /// A word of no language that is known here.
    Unknown,
    /// `DETAIL`, of the record before.
    Detail,
    /// `STATEMENT`, of the record before.
    Statement,
    /// `HINT`, `QUERY`, `CONTEXT`, `LOCATION` and `BACKTRACE`, of the record before.
    More,
}

use Level::{Detail, Error, Fatal, Log, More, Other, Statement};

impl Level {
    /// Whether the line belongs to the record before it.
    pub(super) fn follows(self) -> bool {
        matches!(self, Detail | Statement | More)
    }

    /// The level of a column or key.
    pub(super) fn named(word: &[u8]) -> Level {
        if word == b"LOG" {
            return Log;
        }
        let text = [word, b":  "].concat();
        Level::at(&text, true).map_or(Level::Unknown, |(level, _)| level)
    }

    /// The level that the text begins with, and the length of its word with colon and blanks.
    ///
    /// Words of no known language are taken if `any`: capitals, or letters outside of ASCII.
    pub(super) fn at(text: &[u8], any: bool) -> Option<(Level, usize)> {
        if text.starts_with(b"LOG:  ") {
            return Some((Log, 6));
        }
        let first = *text.first()?;
        let capital = first.is_ascii_uppercase();
        if !capital && first < 0x80 {
            return None;
        }
        let known = WORDS.iter().find(|(word, _)| text.starts_with(word.as_bytes()));
        if let Some(&(word, level)) = known {
            return Some((level, word.len()));
        }
        latin(text).or_else(|| if any { unknown(text) } else { None })
    }
}

/// A word that is known, in a log written in Latin-1.
fn latin(text: &[u8]) -> Option<(Level, usize)> {
    let colon = text.iter().take(24).position(|&byte| byte == b':')?;
    let head = text.get(..colon + 3)?;
    if head.is_ascii() || std::str::from_utf8(head).is_ok() {
        return None;
    }
    let word: String = head.iter().copied().map(char::from).collect();
    WORDS.iter().find(|(known, _)| *known == word).map(|&(_, level)| (level, head.len()))
}

fn unknown(text: &[u8]) -> Option<(Level, usize)> {
    let letter = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte >= 0x80;
    let length = text.iter().take(64).take_while(|byte| letter(byte)).count();
    (length >= 2 && text[length..].starts_with(b":  ")).then_some((Level::Unknown, length + 3))
}

/// What the server's catalogues of messages write, with the colon and the blanks of each.
#[rustfmt::skip]
const WORDS: &[(&str, Level)] = &[
    ("DETAIL:  ", Detail), ("STATEMENT:  ", Statement), ("ERROR:  ", Error), ("CONTEXT:  ", More),
    ("HINT:  ", More), ("LOCATION:  ", More), ("QUERY:  ", More), ("BACKTRACE:  ", More),
    ("FATAL:  ", Fatal), ("PANIC:  ", Fatal), ("WARNING:  ", Other), ("NOTICE:  ", Other), ("INFO:  ", Other),
    ("DEBUG:  ", Other), ("DEBUG1:  ", Other), ("DEBUG2:  ", Other), ("DEBUG3:  ", Other),
    ("DEBUG4:  ", Other), ("DEBUG5:  ", Other),
    // German
    ("HINWEIS:  ", Other), ("WARNUNG:  ", Other), ("FEHLER:  ", Error), ("PANIK:  ", Fatal), ("TIPP:  ", More),
    ("ANFRAGE:  ", More), ("ZUSAMMENHANG:  ", More), ("KONTEXT:  ", More), ("ORT:  ", More),
    ("ANWEISUNG:  ", Statement),
    // Spanish
    ("DETALLE:  ", Detail), ("CONSULTA:  ", More), ("CONTEXTO:  ", More), ("UBICACIÓN:  ", More),
    ("SENTENCIA:  ", Statement),
    // French
    ("ATTENTION:  ", Other), ("ERREUR:  ", Error), ("DÉTAIL:  ", Detail), ("DÉTAIL :  ", Detail),
    ("ASTUCE :  ", More), ("REQUÊTE :  ", More), ("CONTEXTE :  ", More), ("EMPLACEMENT :  ", More),
    ("INSTRUCTION :  ", Statement), ("PILE D'APPEL : ", More),
    // Italian
    ("NOTIFICA:  ", Other), ("ATTENZIONE:  ", Other), ("ERRORE:  ", Error), ("FATALE:  ", Fatal),
    ("PANICO:  ", Fatal), ("DETTAGLI:  ", Detail), ("SUGGERIMENTO:  ", More), ("CONTESTO:  ", More),
    ("POSIZIONE:  ", More), ("ISTRUZIONE:  ", Statement),
    // Portuguese
    ("ERRO:  ", Error), ("AVISO:  ", Other), ("NOTA:  ", Other), ("DETALHE:  ", Detail), ("DICA:  ", More),
    ("LOCAL:  ", More), ("COMANDO:  ", Statement),
    // Swedish
    ("LOGG:  ", Log), ("NOTIS:  ", Other), ("VARNING:  ", Other), ("FEL:  ", Error), ("FATALT:  ", Fatal),
    ("DETALJ:  ", Detail), ("TIPS:  ", More), ("FRÅGA:  ", More), ("PLATS:  ", More), ("SATS:  ", Statement),
    // Russian
    ("СООБЩЕНИЕ:  ", Log), ("ОТЛАДКА:  ", Other), ("ИНФОРМАЦИЯ:  ", Other), ("ЗАМЕЧАНИЕ:  ", Other),
    ("ПРЕДУПРЕЖДЕНИЕ:  ", Other), ("ОШИБКА:  ", Error), ("ВАЖНО:  ", Fatal), ("ПАНИКА:  ", Fatal),
    ("ПОДРОБНОСТИ:  ", Detail), ("ПОДСКАЗКА:  ", More), ("ЗАПРОС:  ", More), ("КОНТЕКСТ:  ", More),
    ("ПОЛОЖЕНИЕ: ", More), ("ОПЕРАТОР:  ", Statement), ("СТЕК:  ", More),
    // Ukrainian
    ("ЗАПИСУВАННЯ:  ", Log), ("НАЛАГОДЖЕННЯ:  ", Other), ("ІНФОРМАЦІЯ:  ", Other), ("ПОВІДОМЛЕННЯ:  ", Other),
    ("ПОПЕРЕДЖЕННЯ:  ", Other), ("ПОМИЛКА:  ", Error), ("ФАТАЛЬНО:  ", Fatal), ("ПАНІКА:  ", Fatal),
    ("ВІДОМОСТІ:  ", Detail), ("УКАЗІВКА:  ", More), ("ЗАПИТ:  ", More), ("РОЗТАШУВАННЯ:  ", More),
    ("ІНСТРУКЦІЯ:  ", Statement), ("ВІДСТЕЖУВАТИ:  ", More),
    // Japanese
    ("詳細:  ", Detail), ("ヒント:  ", More), ("問い合わせ:  ", More), ("文脈:  ", More), ("場所:  ", More),
    ("文:  ", Statement), ("バックトレース:  ", More),
    // Korean
    ("로그:  ", Log), ("디버그:  ", Other), ("정보:  ", Other), ("알림:  ", Other), ("경고:  ", Other),
    ("오류:  ", Error), ("치명적오류:  ", Fatal), ("손상:  ", Fatal), ("상세정보:  ", Detail), ("힌트:  ", More),
    ("쿼리:", More), ("내용:  ", More), ("위치: ", More), ("명령 구문:  ", Statement), ("역추적:  ", More),
    // Chinese
    ("日志:  ", Log), ("调试:  ", Other), ("信息:  ", Other), ("注意:  ", Other), ("警告:  ", Other),
    ("错误:  ", Error), ("致命错误:  ", Fatal), ("比致命错误还过分的错误:  ", Fatal), ("详细信息:  ", Detail),
    ("提示:  ", More), ("查询:  ", More), ("上下文:  ", More), ("位置:  ", More), ("语句:  ", Statement),
    // Georgian
    ("ჟურნალი:  ", Log), ("გამართვა:  ", Other), ("ინფორმაცია:  ", Other), ("გაფრთხილება:  ", Other),
    ("შეცდომა:  ", Error), ("ფატალური:  ", Fatal), ("პანიკა:  ", Fatal), ("დეტალები:  ", Detail),
    ("მინიშნება:  ", More), ("მოთხოვნა:  ", More), ("კონტექსტი:  ", More), ("მდებარეობა:   ", More),
    ("ოპერატორი:  ", Statement), ("სტეკი:  ", More),
];
