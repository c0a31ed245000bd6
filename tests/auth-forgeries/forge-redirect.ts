import type { RandomChoices } from './random-choices.ts'

export const site = 'http://understudy.test'
/** The one allowed pattern besides the site, as in GOTRUE_URI_ALLOW_LIST. */
export const allowedPattern = 'https://*.preview.example/app/**'

/** A redirect target that looks allowed, or is odd. */
export function forgeRedirect(chance: RandomChoices): string {
  const { pick, once } = chance
  const scheme = pick([
    'http://',
    'https://',
    '//',
    'http:',
    'https:/',
    'HTTPS://',
    '///',
    'javascript:',
    'data:,',
    '\\\\',
    ' https://',
    '\thttps://',
    'ftp://',
    'blob:https://',
    'view-source:https://',
    '',
  ])
  const user = once(3)
    ? pick([
        'understudy.test@',
        'understudy.test:80@',
        'a.preview.example@',
        '@',
        'x:y@',
        'understudy.test%40',
        'understudy.test\\@',
      ])
    : ''
  const host = pick([
    'evil.example',
    'understudy.test.evil.example',
    'evil-understudy.test',
    'understudy.test',
    'a.preview.example',
    'a.b.preview.example',
    'apreview.example',
    'a.preview.example.evil.example',
    'evil.example#.preview.example',
    'evil.example?.preview.example',
    'evil.example/.preview.example',
    'evil.example\\.preview.example',
    'evil.example%2f.preview.example',
    'evil.example%00.preview.example',
    'understudy。test',
    'a.preview.example.',
    '[::1]',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    'localhost',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '169.254.169.254',
    'xn--understudy-.test',
    '',
  ])
  const port = once(3) ? pick([':80', ':443', ':8080', ':', ':0', ':99999', ':80@evil.example', ':x']) : ''
  const path = pick([
    '',
    '/',
    '/app/',
    '/app/x',
    '/app/../..//evil.example',
    '/app/..%2f..',
    '/app\\..\\',
    '/app/x?next=//evil.example',
    '/app/x#@evil.example',
    '/%0d%0aset-cookie:a=b',
    '/app/\r\nlocation:https://evil.example',
    '/app/💥',
  ])
  const made = `${scheme}${user}${host}${port}${path}`
  return once(3) ? chance.spoil(made, './@:\\#?%&\t\n 0aé') : made
}

/** Independent of the server's own matching: the site, this machine, or a preview. */
export function isAllowedPlace(location: string): boolean {
  if (/[\r\n\t]/.test(location) || !URL.canParse(location)) return false
  const url = new URL(location)
  if (url.username + url.password !== '') return false
  if (url.origin === site) return true
  if (/^https?:$/.test(url.protocol) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    /^[^./]+\.preview\.example$/.test(url.hostname) &&
    url.pathname.startsWith('/app/')
  )
}
