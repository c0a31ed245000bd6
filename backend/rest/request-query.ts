export class RequestQuery {
  readonly text: string
  #parameters: URLSearchParams | null = null

  constructor(url: string) {
    const [address = ''] = url.split('#', 1)
    const at = address.indexOf('?')
    this.text = at === -1 ? '' : address.slice(at + 1)
  }

  /** Decoded on demand: most reads are recognised by their text alone. */
  get parameters(): URLSearchParams {
    this.#parameters ??= new URLSearchParams(this.text)
    return this.#parameters
  }
}
