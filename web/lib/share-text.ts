/** The address at which visitors play a demo (spec §2), by its id or by a personal link's token. */
export function shareLink(publicUrl: string, demoIdOrToken: string): string {
  return `${publicUrl}/demo/${demoIdOrToken}/play`
}

/** The code to paste into a page: a container that names the demo, and our script (spec §2). */
export function embedCode(publicUrl: string, demoIdOrToken: string): string {
  return `<div data-demo-id="${demoIdOrToken}"></div>\n<script async src="${publicUrl}/js/demo-player.js"></script>`
}
