import { track } from './track.ts'

/* /js/tracker.js: tells what visitors of a page do. Nothing of it may throw into the page it is a guest of. */

try {
  track(document.currentScript as HTMLScriptElement)
} catch {
  // A page without what this needs is not tracked.
}
