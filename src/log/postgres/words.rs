//! What the server says around a statement, in the languages of `lc_messages`.

/// The words of a language, as they stand in the messages.
pub(super) struct Words {
    /// Before the milliseconds.
    pub(super) duration: &'static str,
    /// After them.
    pub(super) unit: &'static str,
    /// Between a duration and the text of a simple statement.
    pub(super) timed: &'static str,
    /// Before the text of a statement without a duration.
    pub(super) statement: &'static str,
    /// Before the name of a statement that was executed.
    pub(super) execute: &'static str,
    /// The same where more rows of it are fetched.
    pub(super) fetch: &'static str,
    /// Before the parameters of DETAIL, and before the text of a prepared statement.
    pub(super) parameters: &'static str,
    /// See `parameters`.
    pub(super) prepare: &'static str,
    /// At the end of a session.
    pub(super) end: &'static str,
    /// Around the name and the value of a setting that changed.
    pub(super) changed: [&'static str; 3],
}

/// How long the word is that a text begins with; in UTF-8, or as Latin-1 writes it.
pub(super) fn begins(text: &[u8], word: &str) -> Option<usize> {
    if text.starts_with(word.as_bytes()) {
        return Some(word.len());
    }
    let mut bytes = text.iter();
    let same = word.chars().all(|letter| bytes.next().is_some_and(|&byte| char::from(byte) == letter));
    same.then(|| text.len() - bytes.as_slice().len())
}

/// The languages, from the catalogues of PostgreSQL 15; English first.
#[rustfmt::skip]
pub(super) const LANGUAGES: &[Words] = &[
    Words {
        duration: "duration: ", unit: " ms", timed: "  statement: ", statement: "statement: ",
        execute: "execute ", fetch: "execute fetch from ", parameters: "parameters: ", prepare: "prepare: ",
        end: "disconnection: session time", changed: ["parameter \"", "\" changed to \"", "\""],
    },
    Words {
        duration: "Dauer: ", unit: " ms", timed: "  Anweisung: ", statement: "Anweisung: ",
        execute: "Ausführen ", fetch: "Ausführen Fetch von ", parameters: "Parameter: ", prepare: "Vorbereiten: ",
        end: "Verbindungsende: ", changed: ["Parameter »", "« auf »", "« gesetzt"],
    },
    Words {
        duration: "duración: ", unit: " ms", timed: "  sentencia: ", statement: "sentencia: ",
        execute: "ejecutar ", fetch: "ejecutar fetch desde ", parameters: "parámetros: ", prepare: "prepare: ",
        end: "desconexión: ", changed: ["el parámetro «", "» fue cambiado a «", "»"],
    },
    Words {
        duration: "durée : ", unit: " ms", timed: ", instruction : ", statement: "instruction : ",
        execute: "exécute ", fetch: "exécute fetch à partir de ", parameters: "paramètres : ",
        prepare: "préparation : ", end: "déconnexion : ",
        changed: ["paramètre « ", " » modifié par « ", " »"],
    },
    Words {
        duration: "durata: ", unit: " ms", timed: "  istruzione: ", statement: "istruzione: ",
        execute: "esecuzione di ", fetch: "esecuzione di fetch da ", parameters: "parametri: ",
        prepare: "preparazione: ", end: "disconnessione: ",
        changed: ["il parametro \"", "\" è stato modificato a \"", "\""],
    },
    Words {
        duration: "duração: ", unit: " ms", timed: "  comando: ", statement: "comando: ",
        execute: "executar ", fetch: "executar busca de ", parameters: "parâmetros: ", prepare: "preparado: ",
        end: "desconexão: ", changed: ["parameter \"", "\" changed to \"", "\""],
    },
    SWEDISH,
    Words { duration: "varaktighet ", ..SWEDISH },
    Words {
        duration: "продолжительность: ", unit: " мс", timed: ", оператор: ", statement: "оператор: ",
        execute: "выполнение ", fetch: "выборка из ", parameters: "параметры: ", prepare: "подготовка: ",
        end: "отключение: ", changed: ["параметр \"", "\" принял значение \"", "\""],
    },
    Words {
        duration: "тривалість: ", unit: " мс", timed: ", оператор: ", statement: "оператор: ",
        execute: "виконувати ", fetch: "виконати витягнення з ", parameters: "параметри: ",
        prepare: "підготовка: ", end: "відключення: ", changed: ["параметр \"", "\" змінено на \"", "\""],
    },
    Words {
        duration: "期間: ", unit: " ミリ秒", timed: "  文: ", statement: "文: ", execute: "実行 ",
        fetch: "取り出し実行 ", parameters: "パラメータ: ", prepare: "準備: ", end: "接続を切断: ",
        changed: ["パラメータ\"", "\"は\"", "\"に変更されました"],
    },
    KOREAN,
    Words { duration: "수행시간: ", ..KOREAN },
    Words {
        duration: "执行时间: ", unit: " ms", timed: " 语句: ", statement: "语句: ", execute: "执行",
        fetch: "执行FETCH操作", parameters: "参数: ", prepare: "准备: ", end: "断开连接: ",
        changed: ["参数 \"", "\"被改为\"", "\""],
    },
    Words {
        duration: "ხანგრძლივობა: ", unit: " მწმ", timed: "  გამოსახულება: ", statement: "ოპერატორი: ",
        execute: "გაშვება ", fetch: "execute fetch from ", parameters: "პარამეტრები: ", prepare: "მომზადება: ",
        end: "disconnection: session time", changed: ["პარამეტრი \"", "\" შეიცვალა \"", "\"-ზე"],
    },
];

// In these two a duration alone, or of a statement by name, begins with another word.
#[rustfmt::skip]
const SWEDISH: Words = Words {
    duration: "varaktighet: ", unit: " ms", timed: "  sats: ", statement: "sats: ",
    execute: "kör ", fetch: "kör hämtning från ", parameters: "parametrar: ", prepare: "prepare: ",
    end: "nedkoppling: ", changed: ["parameter \"", "\" ändrad till \"", "\""],
};

#[rustfmt::skip]
const KOREAN: Words = Words {
    duration: "실행시간: ", unit: " ms", timed: "  명령 구문: ", statement: "명령 구문: ", execute: "쿼리실행 ",
    fetch: "자료뽑기 ", parameters: "매개 변수: ", prepare: "prepare: ", end: "연결종료: ",
    changed: ["\"", "\" 매개 변수 값을 \"", "\"(으)로 바꿨음"],
};
