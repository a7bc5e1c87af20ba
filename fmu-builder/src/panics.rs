//! Panics of a model, which are caught.

use std::any::Any;

/// What a panic says.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}

/// Runs `act`, in which panics are caught, without their messages on standard error.
pub(crate) fn quietly<T>(act: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = act();
    std::panic::set_hook(hook);
    result
}
