import { memoize } from './memoize.ts'

export type Traffic = 'human' | 'preview' | 'scanner' | 'bot'

export interface TrafficClass {
  readonly traffic: Traffic
  /** A sentence for the author; null for people. */
  readonly reason: string | null
}

/** What a server can see of a browser. Header names are lower-case. */
export interface BrowserTraits {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The browser reports automation (navigator.webdriver). */
  readonly isAutomated: boolean
  readonly viewportWidth: number | null
  readonly viewportHeight: number | null
}

/**
 * Classifies traffic by what programs declare and what every real browser sends. Never guesses from behaviour:
 * a visitor who leaves at once is still a visitor. The database filters workspace members.
 */
export function classifyTraffic({ headers, isAutomated, viewportWidth, viewportHeight }: BrowserTraits): TrafficClass {
  const userAgent = inspectedPart(headers['user-agent'])
  if (purposeNames.some((name) => isAhead(headers[name]))) {
    return { traffic: 'preview', reason: 'Preloaded by a browser, not viewed' }
  }
  if (userAgent === '') return { traffic: 'bot', reason: 'A program without a browser name' }
  const program = programOf(userAgent)
  if (program !== null) return program
  const agent = headers['signature-agent']?.slice(0, readableMax)
  if (agent !== undefined) return { traffic: 'bot', reason: `A signing agent: ${hostIn(agent)}` }
  if (isAutomated) return { traffic: 'bot', reason: 'A browser driven by a program (navigator.webdriver)' }
  if (/headless/i.test(headers['sec-ch-ua'] ?? '')) return { traffic: 'bot', reason: 'A browser without a screen' }
  if (viewportWidth === 0 || viewportHeight === 0) return { traffic: 'bot', reason: 'A window without a size' }
  if (!namesPlatform(userAgent)) return { traffic: 'bot', reason: 'A program, not a browser' }
  if ((headers['accept-language'] ?? '') === '') {
    return { traffic: 'scanner', reason: 'No language, which every browser sends' }
  }
  return { traffic: 'human', reason: null }
}

/** The part of a user agent that is inspected: no browser sends more, and matching time grows faster than length. */
export function inspectedPart(userAgent = ''): string {
  return userAgent.slice(0, readableMax)
}

const readableMax = 500

const purposeNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

function isAhead(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)
}

/** Every browser names its platform; Apple Mail's image proxy sends just `Mozilla/5.0`. */
const namesPlatform = memoize((userAgent: string) => /(?:mozilla|opera)\/[\d.]+ \(/i.test(userAgent))

/** The domain in a Signature-Agent header (RFC 9421 and the web bot draft), bare or in a dictionary. */
function hostIn(agent: string): string {
  return /[\w-]+(?:\.[\w-]+)+/.exec(agent)?.[0] ?? 'unknown'
}

/**
 * The name a program gives itself; null for a possible browser. Cached: many events repeat it, and the patterns are
 * long.
 */
const programOf = memoize((userAgent: string): TrafficClass | null => {
  for (const { traffic, pattern, reason } of named) {
    const name = pattern.exec(userAgent)?.[0]
    if (name !== undefined) return { traffic, reason: `${reason}: ${name}` }
  }
  return null
})

/** In order of precedence: a preview robot also calls itself a bot. */
const named: readonly { readonly traffic: Traffic; readonly pattern: RegExp; readonly reason: string }[] = [
  {
    traffic: 'scanner',
    reason: 'A link scanner for mails',
    pattern:
      /barracuda|mimecast|proofpoint|urldefense|\btmes\b|messagelabs|symantec|trend ?micro|fireeye|trellix|ironport|cisco[- ]?(?:secure|talos|email)|sophos|forcepoint|websense|safelinks|atp[- ]?safe|microsoft office|ms-?office|outlook-?(?:ios|android|express)|zscaler|fortiguard|fortimail|bitdefender|kaspersky|virustotal|urlscan|check ?point|palo ?alto|wildfire|cloudmark|hornetsecurity|spamhaus|phishtank|netcraft|censysinspect|expanse|greathorn|abnormal ?security|agari|area ?1|google-?safety|googleimageproxy|yahoomailproxy|yahoo! slurp mail/i,
  },
  {
    traffic: 'preview',
    reason: 'A link preview',
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
    reason: 'A declared bot',
    pattern:
      /[\w-]{0,40}(?:(?<!cu)bot\b|crawler|spider|slurp|scraper|archiver|fetcher|validator|checker|screaming frog|ahrefs|semrush|claudebot|gptbot|perplexity|meta-(?:external|web)\w+|\w-user(?=\/\d)|bytespider|ccbot|amazonbot|petalbot|yandex\w*bot|baiduspider|mediapartners-google|google-inspectiontool|google-read-aloud|googleother|feedly|(?<=compatible; )(?:[\w. -]+(?=; ?\+)|(?!msie|konqueror)[\w. -]+\/[\d.]+(?=\)|; ?\+)))[\w-]*/i,
  },
]
