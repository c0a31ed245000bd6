import { remembered } from './remembered.ts'

export type Traffic = 'human' | 'preview' | 'scanner' | 'bot'

export interface TrafficClass {
  readonly traffic: Traffic
  /** A sentence for the author; null for people. */
  readonly reason: string | null
}

/** What can be seen of a browser from outside. Header names are lower-case. */
export interface SeenBrowser {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The browser says that a program drives it. */
  readonly isAutomated: boolean
  readonly viewportWidth: number | null
  readonly viewportHeight: number | null
}

/**
 * Tells people from programs by what programs say of themselves and what every real browser does. It never guesses from
 * behaviour: a visitor who leaves at once is still a visitor. Members of the workspace are told apart by the database.
 */
export function classifyTraffic({ headers, isAutomated, viewportWidth, viewportHeight }: SeenBrowser): TrafficClass {
  const userAgent = readablePart(headers['user-agent'])
  if (purposeNames.some((name) => isAhead(headers[name]))) {
    return { traffic: 'preview', reason: 'Loaded ahead by a browser, not looked at' }
  }
  if (userAgent === '') return { traffic: 'bot', reason: 'A program that names no browser' }
  const program = programOf(userAgent)
  if (program !== null) return program
  const agent = headers['signature-agent']?.slice(0, readableMax)
  if (agent !== undefined) return { traffic: 'bot', reason: `An agent that signs what it asks: ${hostIn(agent)}` }
  if (isAutomated) return { traffic: 'bot', reason: 'A browser driven by a program (navigator.webdriver)' }
  if (/headless/i.test(headers['sec-ch-ua'] ?? '')) return { traffic: 'bot', reason: 'A browser without a screen' }
  if (viewportWidth === 0 || viewportHeight === 0) return { traffic: 'bot', reason: 'A window without a size' }
  if (!callsItselfBrowser(userAgent)) return { traffic: 'bot', reason: 'A program, not a browser' }
  if ((headers['accept-language'] ?? '') === '') {
    return { traffic: 'scanner', reason: 'No language, which every browser sends' }
  }
  return { traffic: 'human', reason: null }
}

/** Of a header that names a browser, what is looked at: no browser writes more, and the patterns' time grows faster than it. */
export function readablePart(userAgent = ''): string {
  return userAgent.slice(0, readableMax)
}

const readableMax = 500

const purposeNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

function isAhead(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)
}

/** Every browser says on what it runs; Apple Mail's picture proxy is `Mozilla/5.0` and no more. */
const callsItselfBrowser = remembered((userAgent: string) => /(?:mozilla|opera)\/[\d.]+ \(/i.test(userAgent))

/** Of the address that a signing agent is known by (RFC 9421 and its draft for the web), bare or in a list by names. */
function hostIn(agent: string): string {
  return /[\w-]+(?:\.[\w-]+)+/.exec(agent)?.[0] ?? 'unknown'
}

/** What a program calls itself; null for what may be a browser. Many events say the same, and the patterns are long. */
const programOf = remembered((userAgent: string): TrafficClass | null => {
  for (const { traffic, pattern, reason } of named) {
    const name = pattern.exec(userAgent)?.[0]
    if (name !== undefined) return { traffic, reason: `${reason}: ${name}` }
  }
  return null
})

/** In the order in which they are asked: a preview robot also calls itself a bot. */
const named: readonly { readonly traffic: Traffic; readonly pattern: RegExp; readonly reason: string }[] = [
  {
    traffic: 'scanner',
    reason: 'A scanner of links in mails',
    pattern:
      /barracuda|mimecast|proofpoint|urldefense|\btmes\b|messagelabs|symantec|trend ?micro|fireeye|trellix|ironport|cisco[- ]?(?:secure|talos|email)|sophos|forcepoint|websense|safelinks|atp[- ]?safe|microsoft office|ms-?office|outlook-?(?:ios|android|express)|zscaler|fortiguard|fortimail|bitdefender|kaspersky|virustotal|urlscan|check ?point|palo ?alto|wildfire|cloudmark|hornetsecurity|spamhaus|phishtank|netcraft|censysinspect|expanse|greathorn|abnormal ?security|agari|area ?1|google-?safety|googleimageproxy|yahoomailproxy|yahoo! slurp mail/i,
  },
  {
    traffic: 'preview',
    reason: 'A preview of the link',
    pattern:
      /facebookexternalhit|facebot|twitterbot|slackbot(?:-linkexpanding)?|slack-imgproxy|linkedinbot|whatsapp|telegrambot|discordbot|skypeuripreview|microsoftpreview|bingpreview|teams-?(?:link|preview)|embedly|iframely|redditbot|pinterestbot|pinterest\/0|vkshare|mastodon|bluesky|cardyb|line-?poker|kakaotalk-scrap|zoombot|notion(?:bot|embed)|quora link preview|google-?pagerenderer|hubspot (?:crawler|page fetcher)|outbrain|flipboardproxy|applebot-preview|imessagelinkpresentation/i,
  },
  {
    traffic: 'bot',
    reason: 'A browser without a screen',
    pattern:
      /headless\w*|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|electron(?=.*headless)|jsdom|happydom/i,
  },
  {
    traffic: 'bot',
    reason: 'A program that fetches pages',
    pattern:
      /curl|wget|python-(?:requests|urllib)|aiohttp|httpx|go-http-client|okhttp|java\/|apache-httpclient|libwww|lwp::|scrapy|axios|node-fetch|undici|got \(|guzzle|ruby|faraday|httpie|postman|insomnia|powershell|winhttp|zgrab|masscan|nuclei|nikto/i,
  },
  {
    traffic: 'bot',
    reason: 'A monitor',
    pattern:
      /lighthouse|chrome-lighthouse|pagespeed|gtmetrix|pingdom|uptimerobot|statuscake|site24x7|datadog|newrelic|catchpoint|webpagetest|dareboost|checkly|betteruptime|hetrixtools|freshping/i,
  },
  {
    traffic: 'bot',
    reason: 'A robot that says so',
    pattern:
      /[\w-]*(?:(?<!cu)bot\b|crawler|spider|slurp|scraper|archiver|fetcher|validator|checker|screaming frog|ahrefs|semrush|claudebot|gptbot|perplexity|meta-(?:external|web)\w+|\w-user(?=\/\d)|bytespider|ccbot|amazonbot|petalbot|yandex\w*bot|baiduspider|mediapartners-google|google-inspectiontool|google-read-aloud|googleother|feedly|(?<=compatible; )(?:[\w. -]+(?=; ?\+)|(?!msie|konqueror)[\w. -]+\/[\d.]+(?=\)|; ?\+)))[\w-]*/i,
  },
]
