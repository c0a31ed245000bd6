/** What stands behind the question mark of an address. */
export class RequestQuery {
  /** As it was sent. */
  readonly text: string
  #parameters: URLSearchParams | null = null

  constructor(url: string) {
    const [address = ''] = url.split('#', 1)
    const at = address.indexOf('?')
    this.text = at === -1 ? '' : address.slice(at + 1)
  }

  /** Decoded, when somebody asks: most reads are known by the text alone. */
  get parameters(): URLSearchParams {
    this.#parameters ??= new URLSearchParams(this.text)
    return this.#parameters
  }
}
