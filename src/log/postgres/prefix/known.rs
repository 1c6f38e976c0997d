//! Prefixes that are in use.

/// What services, packages and tools write; where two fit as well, the first is taken.
pub(super) const KNOWN: &[&str] = &[
    // The default, Debian's, and Amazon's, Azure's and Google's.
    "%m [%p] ",
    "%t [%p] ",
    "%m [%p] %q%u@%d ",
    "%t [%p] %q%u@%d ",
    "%t:%r:%u@%d:[%p]:",
    "%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:",
    "%t-%c-",
    "%m [%p]: [%l-1] db=%d,user=%u ",
    "[%p]: [%l-1] db=%d,user=%u ",
    // pgBadger's and those of operators for Kubernetes.
    "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
    "%t [%p]: [%l-1] db=%d,user=%u,app=%a,client=%h ",
    "%t [%p]: [%l-1] %quser=%u,db=%d,app=%a,client=%h ",
    "%t [%p]: [%l-1] user=%u,db=%d ",
    "%t [%p]: [%l-1] user=%u,db=%d - PG-%e ",
    "%t [%p]: [%l-1] [trx_id=%x] user=%u,db=%d ",
    "%t [%p]: [%l-1] ",
    "%m [%p] user=%u,db=%d ",
    "%m [%p] %q[user=%u,db=%d,app=%a] ",
    "%m [%p] %q[user=%u,db=%d,app=%a,host=%h] ",
    "%m [%p][%v] : [%l-1] %q[app=%a] ",
    "%m [%p][%b][%v][%x] %q[user=%u,db=%d,app=%a] ",
    "pid=%p,user=%u,db=%d,app=%a,client=%h ",
    "user=%u,db=%d,app=%a,client=%h ",
    "%h %m [%p] %q%u@%d ",
    "%t [%p] %q%u@%d %h ",
    "%t [%p-%l] %q%u@%d ",
    "%m [%p] %q%u@%d/%a ",
    "%m %r %u %a [%c] [%p] ",
    "%p-%s-%c-%l-%h-%u-%d-%m ",
    // Heroku's.
    " sql_error_code = %e ",
    " sql_error_code = %e time_ms = \"%m\" pid=\"%p\" proc_start_time=\"%s\" session_id=\"%c\" vtid=\"%v\" \
     tid=\"%x\" log_line=\"%l\" %qdatabase=\"%d\" connection_source=\"%r\" user=\"%u\" application_name=\"%a\" ",
    // With all that tells transactions apart.
    "%m [%p] %q%u@%d %a sid=%c vxid=%v xid=%x qid=%Q ",
    "%m [%p]: [%l-1] %q%u@%d %a %r %L sid=%c vxid=%v xid=%x qid=%Q ",
    "%m [%p] [queryid=%Q] %u@%d ",
    "",
];
