import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { createMessagebirdSender } from './messagebird-sender.ts'
import { TextMessageError, type TextMessage, type SmsSender } from './sms-sender.ts'
import { createTwilioSender } from './twilio-sender.ts'
import { createVonageSender } from './vonage-sender.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly fields: Readonly<Record<string, string>>
}

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A fake provider that records requests and always gives the same answer; null never answers. */
async function startProvider(answer: { status: number; body: string } | null) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
      received.push({ path: request.url ?? '', headers: request.headers, fields })
      if (answer !== null) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const message: TextMessage = { to: '4915112345678', text: 'Your code is 123456', channel: 'sms', code: '123456' }

const providers: readonly {
  readonly name: string
  readonly open: (origin: string) => SmsSender
  readonly taken: { status: number; body: string }
  readonly refused: { status: number; body: string }
  readonly sent: Partial<Received>
}[] = [
  {
    name: 'Twilio',
    open: (origin) =>
      createTwilioSender({ accountSid: 'AC1', authToken: 'secret', sender: 'MG1', origin, timeoutMs: 300 }),
    taken: { status: 201, body: '{"sid":"SM1","status":"queued"}' },
    refused: { status: 400, body: '{"code":21211,"message":"Invalid To number","status":400}' },
    sent: {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      fields: { To: '+4915112345678', Channel: 'sms', Body: 'Your code is 123456', MessagingServiceSid: 'MG1' },
      headers: { authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}` },
    },
  },
  {
    name: 'MessageBird',
    open: (origin) => createMessagebirdSender({ accessKey: 'key', originator: 'Demos', origin, timeoutMs: 300 }),
    taken: { status: 201, body: '{"id":"MB1","recipients":{"totalSentCount":1}}' },
    refused: { status: 422, body: '{"errors":[{"code":9,"description":"no (correct) recipients found"}]}' },
    sent: {
      path: '/messages',
      fields: {
        originator: 'Demos',
        body: 'Your code is 123456',
        recipients: '4915112345678',
        type: 'sms',
        datacoding: 'unicode',
      },
      headers: { authorization: 'AccessKey key' },
    },
  },
  {
    name: 'Vonage',
    open: (origin) => createVonageSender({ apiKey: 'key', apiSecret: 'secret', from: 'Demos', origin, timeoutMs: 300 }),
    taken: { status: 200, body: '{"message-count":"1","messages":[{"status":"0","message-id":"VO1"}]}' },
    refused: { status: 200, body: '{"message-count":"1","messages":[{"status":"4","error-text":"Bad Credentials"}]}' },
    sent: {
      path: '/sms/json',
      fields: { from: 'Demos', to: '4915112345678', text: 'Your code is 123456', api_key: 'key', api_secret: 'secret' },
    },
  },
]

describe.each(providers)('$name', ({ open, taken, refused, sent }) => {
  test('sends the documented request and returns the message id', async () => {
    const { origin, received } = await startProvider(taken)
    const { messageId } = await open(origin).send(message)
    expect(messageId).toMatch(/^(SM|MB|VO)1$/)
    expect(received).toMatchObject([sent])
    expect(Object.keys(received[0]?.fields ?? {}).sort()).toEqual(Object.keys(sent.fields ?? {}).sort())
  })

  test.each([
    ['a refusal', refused],
    ['an error', { status: 500, body: '{}' }],
    ['something that is not JSON', { status: 502, body: '<html>' }],
    ['silence', null],
  ])('%s is a failure that does not repeat the message', async (_, answer) => {
    const { origin } = await startProvider(answer)
    const failure: unknown = await open(origin)
      .send(message)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TextMessageError)
    expect(String(failure)).not.toContain('123456')
  })

  test("that can't be reached is a failure", async () => {
    await expect(open('http://127.0.0.1:1').send(message)).rejects.toBeInstanceOf(TextMessageError)
  })
})

test('Twilio sends by WhatsApp, and from a number', async () => {
  const { origin, received } = await startProvider({ status: 201, body: '{"sid":"SM1"}' })
  await createTwilioSender({ accountSid: 'AC1', authToken: 'x', sender: '+15005550006', origin }).send({
    ...message,
    channel: 'whatsapp',
  })
  expect(received[0]?.fields).toMatchObject({
    To: 'whatsapp:+4915112345678',
    From: 'whatsapp:+15005550006',
    Channel: 'whatsapp',
  })
})

test('Vonage gets type=unicode for non-ASCII text', async () => {
  const { origin, received } = await startProvider({ status: 200, body: '{"messages":[{"status":"0"}]}' })
  const smsSender = createVonageSender({ apiKey: 'a', apiSecret: 'b', from: 'Demos', origin })
  expect(await smsSender.send({ ...message, text: '東京 123456' })).toEqual({ messageId: null })
  expect(received[0]?.fields['type']).toBe('unicode')
})
