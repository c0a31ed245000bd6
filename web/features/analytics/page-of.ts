/** The host and path of a page's address. */
export function pageOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host + new URL(address).pathname : 'A page of your site'
}
