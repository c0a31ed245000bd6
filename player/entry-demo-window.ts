import { mountWindow } from './embed-window.ts'

/* /js/demo-window.js: demo-player.js adds it to a container whose demo opens over the page. Never throws into it. */

try {
  const script = document.currentScript
  if (script instanceof HTMLScriptElement && script.parentElement !== null) {
    mountWindow(script.parentElement, new URL(script.src).origin)
  }
} catch {}
