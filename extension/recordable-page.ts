/** Why Chrome doesn't allow recording this address, as a sentence; null if it does. */
export function unrecordableSentence(address: string | undefined): string | null {
  // Chrome hides the URLs of its own pages from extensions.
  if (address === undefined || !URL.canParse(address)) return notAWebPage
  const url = new URL(address)
  if (isStore(url)) return "Chrome doesn't let extensions record its web store. Open another page and start again."
  if (url.protocol === 'file:') return "Local files can't be recorded. Open the page from a web address."
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return notAWebPage
  }
  if (url.pathname.toLowerCase().endsWith('.pdf')) return pdfSentence
  return null
}

const notAWebPage = "Chrome doesn't let extensions record this page. Open a web page and start again."

export const pdfSentence = "PDF documents can't be recorded: Chrome shows them outside the page."

function isStore(url: URL): boolean {
  if (url.hostname === 'chromewebstore.google.com' || url.hostname === 'microsoftedge.microsoft.com') return true
  return url.hostname === 'chrome.google.com' && url.pathname.startsWith('/webstore')
}
