import { track } from './track.ts'

/* /js/tracker.js: tells what visitors of a page do. Nothing of it throws into the page it is a guest of. */

void track(document.currentScript as HTMLScriptElement)
