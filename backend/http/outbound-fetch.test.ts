import { createSocket, type Socket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  createOutboundFetch,
  createOutboundStream,
  createPublicLookup,
  isPrivateAddress,
  OutboundError,
} from './outbound-fetch.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('addresses that are not public', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
  ])('%s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('a guarded call', () => {
  const guarded = createOutboundFetch({ mayCallPrivateAddresses: false })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data',
    'http://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:secret@example.com/',
    'nonsense',
  ])('does not go to %s', async (address) => {
    await expect(guarded(address)).rejects.toThrow(/address|https/i)
  })

  test("can't reach a server on the internal network", async () => {
    let calls = 0
    const origin = await serve((_, response) => {
      calls += 1
      response.end('secret')
    })
    await expect(guarded(origin.replace('127.0.0.1', 'localhost').replace('http:', 'https:'))).rejects.toThrow(
      'address',
    )
    expect(calls).toBe(0)
  })
})

describe('the name of an address', () => {
  let nameServer: Socket
  /** The IPv4 address that the name server gives every name; null for none at all. */
  let given: string | null
  let asked: number
  let names: Resolver

  beforeEach(async () => {
    asked = 0
    nameServer = createSocket('udp4', (query, { port }) => {
      asked += 1
      if (given === null) return
      const isFour = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
      const head = Buffer.from(query)
      head.writeUInt16BE(0x8180, 2)
      head.writeUInt16BE(isFour ? 1 : 0, 6)
      head.writeUInt16BE(0, 10)
      const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...given.split('.').map(Number)]
      const question = head.subarray(0, query.indexOf(0, 12) + 5)
      nameServer.send(Buffer.concat([question, Buffer.from(isFour ? record : [])]), port, '127.0.0.1')
    })
    await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve))
    names = new Resolver({ timeout: 5_000, tries: 1 })
    names.setServers([`127.0.0.1:${nameServer.address().port}`])
  })

  afterEach(() => {
    names.cancel()
    nameServer.close()
  })

  const find = (name: string) =>
    new Promise((resolve) =>
      createPublicLookup(names)(name, { all: true }, (error, addresses) => resolve(error?.message ?? addresses)),
    )

  test('leads to a public address', async () => {
    given = '8.8.8.8'
    expect(await find('public.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '0.0.0.0'])('may not lead to %s', async (address) => {
    given = address
    expect(await find('inside.example')).toMatch(/public internet/)
  })

  test.each(['localhost', 'localhost.', 'db.localhost'])('%s is our own', async (name) => {
    given = '8.8.8.8'
    expect(await find(name)).toMatch(/public internet/)
    expect(asked).toBe(0)
  })

  test('delays no other name when its server never answers', async () => {
    given = null
    const lost = Array.from({ length: 20 }, (_, index) => find(`lost-${index}.example`))
    await vi.waitFor(() => expect(asked).toBe(40))
    expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) as string })
    names.cancel()
    expect(new Set(await Promise.all(lost))).toEqual(new Set(['The name has no address']))
  })
})

describe('an allowed call', () => {
  test('returns the response', async () => {
    const origin = await serve((request, response) => {
      response.writeHead(201, { 'x-was': request.method ?? '' })
      request.pipe(response)
    })
    const answer = await createOutboundFetch({ mayCallPrivateAddresses: true })(origin, {
      method: 'POST',
      body: 'hello',
    })
    expect([answer.status, answer.headers.get('x-was'), await answer.text()]).toEqual([201, 'POST', 'hello'])
  })

  test('aborts when the response is too large', async () => {
    const origin = await serve((_, response) => response.end('x'.repeat(2_000)))
    const fetchSome = createOutboundFetch({ mayCallPrivateAddresses: true, bytesMax: 1_000 })
    await expect(fetchSome(origin)).rejects.toThrow('too large')
  })

  test('aborts on timeout', async () => {
    const origin = await serve(() => undefined)
    const fetchSoon = createOutboundFetch({ mayCallPrivateAddresses: true, timeoutMs: 50 })
    await expect(fetchSoon(origin)).rejects.toThrow('in time')
  })

  test('aborts on timeout when each redirect is slow', async () => {
    let asked = 0
    const origin = await serve((_, response) => {
      asked += 1
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 150)
    })
    const fetchSoon = createOutboundFetch({ mayCallPrivateAddresses: true, timeoutMs: 200 })
    await expect(fetchSoon(origin, { redirect: 'follow' })).rejects.toThrow('in time')
    expect(asked).toBe(2)
  })

  test('follows a limited number of redirects, only when asked', async () => {
    const origin = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
    const fetchAll = createOutboundFetch({ mayCallPrivateAddresses: true })
    expect((await fetchAll(origin)).status).toBe(302)
    await expect(fetchAll(origin, { redirect: 'follow' })).rejects.toThrow('too often')
  })

  test.each(['http://[', 'file:///etc/passwd', 'http://user:password@127.0.0.1/', 'ftp://127.0.0.1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const origin = await serve((_, response) => response.writeHead(302, { location }).end())
      const fetchAll = createOutboundFetch({ mayCallPrivateAddresses: true })
      await expect(fetchAll(origin, { redirect: 'follow' })).rejects.toThrow(OutboundError)
    },
  )
})

describe('kept connections', () => {
  const send = createOutboundStream({ mayCallPrivateAddresses: true, keepsConnections: true })
  const get = async (url: string) => (await send(url)).text()

  test('are reused', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve(({ socket }, response) => {
      ports.add(socket.remotePort)
      response.end('here')
    })
    for (let calls = 0; calls < 3; calls += 1) expect(await get(url)).toBe('here')
    expect(ports.size).toBe(1)
  })

  test('are replaced when the server has closed them meanwhile', async () => {
    const known = new WeakSet()
    const url = await serve(({ socket }, response) => {
      if (known.has(socket)) return void socket.resetAndDestroy()
      known.add(socket)
      response.end('here')
    })
    expect(await get(url)).toBe('here')
    expect(await get(url)).toBe('here')
  })

  test('can’t bypass the guard', async () => {
    const url = await serve((_, response) => response.end('internal'))
    expect(await get(url)).toBe('internal')
    const guarded = createOutboundStream({ mayCallPrivateAddresses: false, keepsConnections: true })
    await expect(guarded(url)).rejects.toThrow('Only https')
  })
})
