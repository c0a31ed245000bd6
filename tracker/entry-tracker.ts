import { track } from './track.ts'

/* /js/tracker.js: records visits. Never throws into the host page. */

void track(document.currentScript as HTMLScriptElement)
