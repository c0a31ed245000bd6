/* Browsers slow timers in hidden tabs down to one a minute, but not a worker's. */

setInterval(() => globalThis.postMessage('tick', {}), 6_000)
