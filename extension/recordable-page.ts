/** Why Chrome would not let us record this address, as a sentence; null when it can be recorded. */
export function unrecordableSentence(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return 'Open the page you want to record, then start again.'
  const url = new URL(address)
  if (isStore(url)) return "Chrome doesn't let extensions record its web store. Open another page and start again."
  if (url.protocol === 'file:') return "Files on this computer can't be recorded. Open the page from a web address."
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return "Chrome doesn't let extensions record its own pages. Open a web page and start again."
  }
  if (url.pathname.toLowerCase().endsWith('.pdf')) return pdfSentence
  return null
}

export const pdfSentence = "PDF documents can't be recorded, because Chrome shows them outside of the page."

function isStore(url: URL): boolean {
  if (url.hostname === 'chromewebstore.google.com' || url.hostname === 'microsoftedge.microsoft.com') return true
  return url.hostname === 'chrome.google.com' && url.pathname.startsWith('/webstore')
}
