//! Reaching an engine that listens on a socket.
//!
//! Does not start it, and does not talk to it.

use std::io;
use std::time::Duration;

use tokio::net::{TcpStream, ToSocketAddrs, lookup_host};
use tokio::time;

use super::StartFailure;
use crate::io_words::io_reason;

/// Time between two attempts: the engine may still be starting.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// The share of the limit if the connection is refused, or the name has no address: 10 s of the
/// usual 30 s, as long as an engine on this machine has for opening its port. A wrong port never
/// opens, and a name that is unknown now will hardly become known.
const REFUSED_SHARE: u32 = 3;

/// Connects to `address` (`host:port`), trying again until `limit` is over, or a part of it if
/// the connection is refused or the host has no address.
///
/// # Errors
///
/// What was tried and what went wrong last, for the user.
pub(super) async fn connect(address: &str, limit: Duration) -> Result<TcpStream, StartFailure> {
    let has_port = address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !has_port {
        let text = format!("could not reach {address:?}: an address is written host:port");
        return Err(StartFailure::Other(text));
    }
    let mut last = io::Error::from(io::ErrorKind::TimedOut);
    let began = time::Instant::now();
    let attempts = async {
        loop {
            let mut is_unknown = false;
            match lookup_host(address).await {
                Ok(addresses) => match dial(&*addresses.collect::<Vec<_>>()).await {
                    Ok(stream) => return Some(stream),
                    Err(error) => last = error,
                },
                Err(error) => (is_unknown, last) = (true, error),
            }
            let is_hopeless = is_unknown || last.kind() == io::ErrorKind::ConnectionRefused;
            if is_hopeless && limit / REFUSED_SHARE <= began.elapsed() {
                return None;
            }
            time::sleep(PAUSE).await;
        }
    };
    let reached = time::timeout(limit, attempts).await;
    let Ok(Some(stream)) = reached else {
        let secs = began.elapsed().as_secs_f64();
        let text = format!("could not reach {address:?} within {secs:.1} s: {}", io_reason(&last));
        return Err(StartFailure::Other(text));
    };
    Ok(stream)
}

/// Makes one attempt.
///
/// # Errors
///
/// Returns those of the system; also, a connection to itself counts as refused: if nothing listens
/// on a port of this machine, the system may choose that very port for our own end.
pub(super) async fn dial(address: impl ToSocketAddrs) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    if stream.local_addr()? == stream.peer_addr()? {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    set_up(&stream);
    Ok(stream)
}

/// Lines are short and urgent. If the system refuses the setting, they are only slower.
pub(super) fn set_up(stream: &TcpStream) {
    drop(stream.set_nodelay(true));
}
