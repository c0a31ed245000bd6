/** Where visitors play a demo (spec §2). */
export function shareLink(publicUrl: string, demoId: string): string {
  return `${publicUrl}/demo/${demoId}/play`
}

/** What to paste into any page: a container that names the demo, and our script (spec §2). */
export function embedCode(publicUrl: string, demoId: string): string {
  return `<div data-demo-id="${demoId}"></div>\n<script async src="${publicUrl}/js/demo-player.js"></script>`
}
