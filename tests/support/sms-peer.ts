import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SmsProviderName = 'twilio' | 'messagebird' | 'vonage'

/** An SMS provider on loopback that answers like Twilio, MessageBird or Vonage. */
export interface SmsPeer {
  /** Settings of a server that sends through it. */
  readonly env: Readonly<Record<string, string>>
  /** Recipients and texts, newest last. */
  readonly received: readonly { readonly to: string; readonly text: string; readonly isAuthorised: boolean }[]
  isRefusing: boolean
  readonly close: () => void
}

export async function startSmsPeer(provider: SmsProviderName): Promise<SmsPeer> {
  const received: SmsPeer['received'][number][] = []
  const { path, read, accepted, refused, env } = peers[provider]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      const isRight = request.method === 'POST' && request.url === path && !peer.isRefusing
      if (isRight) received.push(read(form, request.headers.authorization ?? ''))
      const [status, body] = isRight ? accepted : refused
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const peer: SmsPeer = {
    env: {
      GOTRUE_SMS_PROVIDER: provider,
      SMS_PROVIDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
      ...env,
    },
    received,
    isRefusing: false,
    close: () => void server.close(),
  }
  return peer
}

interface PeerBehaviour {
  readonly path: string
  readonly read: (form: URLSearchParams, authorization: string) => SmsPeer['received'][number]
  readonly accepted: readonly [number, unknown]
  readonly refused: readonly [number, unknown]
  readonly env: Readonly<Record<string, string>>
}

const peers: Readonly<Record<SmsProviderName, PeerBehaviour>> = {
  twilio: {
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    read: (form, authorization) => ({
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      isAuthorised: authorization === `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    }),
    accepted: [201, { sid: 'SM1', status: 'queued' }],
    refused: [400, { code: 21_211, message: 'The number is not valid', status: 400 }],
    env: {
      GOTRUE_SMS_TWILIO_ACCOUNT_SID: 'AC1',
      GOTRUE_SMS_TWILIO_AUTH_TOKEN: 'secret',
      GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    },
  },
  messagebird: {
    path: '/messages',
    read: (form, authorization) => ({
      to: `+${form.get('recipients') ?? ''}`,
      text: form.get('body') ?? '',
      isAuthorised: authorization === 'AccessKey secret',
    }),
    accepted: [201, { id: 'mb1' }],
    refused: [422, { errors: [{ code: 9, description: 'no (correct) recipients found' }] }],
    env: { GOTRUE_SMS_MESSAGEBIRD_ACCESS_KEY: 'secret', GOTRUE_SMS_MESSAGEBIRD_ORIGINATOR: 'Demos' },
  },
  vonage: {
    path: '/sms/json',
    read: (form) => ({
      to: `+${form.get('to') ?? ''}`,
      text: form.get('text') ?? '',
      isAuthorised: form.get('api_key') === 'key' && form.get('api_secret') === 'secret',
    }),
    accepted: [200, { messages: [{ status: '0', 'message-id': 'vo1' }] }],
    refused: [200, { messages: [{ status: '7', 'error-text': 'Number barred' }] }],
    env: { GOTRUE_SMS_VONAGE_API_KEY: 'key', GOTRUE_SMS_VONAGE_API_SECRET: 'secret', GOTRUE_SMS_VONAGE_FROM: 'Demos' },
  },
}
