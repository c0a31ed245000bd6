/** Where visitors play a demo (spec §2), by its id or by the token of a link with a name. */
export function shareLink(publicUrl: string, demoIdOrToken: string): string {
  return `${publicUrl}/demo/${demoIdOrToken}/play`
}

/** What to paste into any page: a container that names the demo, and our script (spec §2). */
export function embedCode(publicUrl: string, demoIdOrToken: string): string {
  return `<div data-demo-id="${demoIdOrToken}"></div>\n<script async src="${publicUrl}/js/demo-player.js"></script>`
}
