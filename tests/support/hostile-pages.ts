/** A page hostile to third-party scripts, through a `body` before them or its headers. */
export interface HostilePage {
  readonly what: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Includes the script more than once. */
  readonly isTwice?: boolean
}

/** What the tracker and the embed script must survive without doing harm. */
export const hostilePages: readonly HostilePage[] = [
  { what: 'without storage', headers: { 'content-security-policy': 'sandbox allow-scripts' } },
  {
    what: 'with frozen prototypes',
    body: `<script>
    for (const name of ['Object', 'Array', 'Function', 'String', 'Promise', 'Element', 'Node', 'History', 'Event'])
      Object.freeze(window[name].prototype)
    Array.prototype.push?.toString()
    window.names = Object.keys(window)
  </script>`,
  },
  {
    what: 'that allows no connection',
    headers: { 'content-security-policy': `default-src 'none'; script-src http: 'unsafe-inline'; img-src data:` },
  },
  { what: 'that broke fetch', body: '<script>window.fetch = () => { throw new Error("theirs") }</script>' },
  { what: 'that broke JSON', body: '<script>JSON.stringify = null</script>' },
  {
    what: 'whose own hook fails',
    body: '<script>window.setTimeout(() => { understudy.beforeSend = () => { throw new Error("theirs") } })</script>',
  },
  {
    what: 'of 100,000 elements',
    // Closed, because test traces would record each of them at every step.
    body: '<p></p><script>document.querySelector("p").attachShadow({ mode: "closed" }).append(...Array.from({ length: 100_000 }, () => document.createElement("i")))</script>',
  },
  {
    what: 'that removes its clocks',
    body: `<script>addEventListener('load', () => {
      Object.defineProperty(window, 'performance', { value: undefined, configurable: true })
      window.setTimeout = () => { throw new Error('theirs') }
    })</script>`,
  },
  { what: 'that loads it twice', isTwice: true },
]
