import { expect, test } from 'vitest'

import { createOutboundFetch } from '#backend/http/outbound-fetch.ts'

import { readAddress } from './read-address.ts'

/** The internet of this test: one public host that redirects; everything else goes through the real guard. */
function startingAt(location: string) {
  const guarded = createOutboundFetch({ mayCallPrivateAddresses: false, timeoutMs: 1_000 })
  return (url: string) => {
    if (url === 'https://public.example/robots.txt') return Promise.resolve(new Response('', { status: 404 }))
    if (url.startsWith('https://public.example/')) {
      return Promise.resolve(new Response(null, { status: 302, headers: { location } }))
    }
    return guarded(url)
  }
}

test.each([
  ['https://127.0.0.1/admin', /public internet/],
  ['https://[::ffff:10.0.0.1]/', /public internet/],
  ['http://169.254.169.254/latest/meta-data', /Only https/],
  ['file:///etc/passwd', /isn’t a web page/],
])('a public page can’t redirect into our network: %s', async (location, problem) => {
  const reading = { fetch: startingAt(location), isSite: true, now: Date.now }
  await expect(readAddress('https://public.example/', reading)).rejects.toThrow(problem)
})

test('a robots.txt made to keep the server busy is not followed', async () => {
  const robots = `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}*b$\n`.repeat(1_000)}`
  const fetch = (url: string) =>
    Promise.resolve(
      url.endsWith('/robots.txt')
        ? new Response(robots)
        : new Response('<p>Words of the page', { headers: { 'content-type': 'text/html' } }),
    )
  const reading = { fetch, isSite: false, now: Date.now }
  await expect(readAddress(`https://public.example/${'a'.repeat(1_900)}`, reading)).rejects.toThrow(/robots\.txt/)
})
