import { createServer } from 'node:http'

import type { ExtensionAnswerEnvelope, ExtensionAnswers, ExtensionRequest } from '#protocol/extension-messages.ts'
import type { Page } from '@playwright/test'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface HomePage {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** An empty page that identifies as an Understudy: for tests of the extension alone. */
export async function startHomePage(): Promise<HomePage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><head><title>Home</title><meta name="application-name" content="Understudy"></head>
<body><h1>Home</h1></body></html>`)
  })
  const { origin, close } = await listenOnLoopback(server)
  return { url: origin, stop: close }
}

/** Whether the extension answers CHECK_EXTENSION on this page; silence for `patienceMs` counts as no. */
export async function isExtensionThere(page: Page, patienceMs = 1_000): Promise<boolean> {
  return (await checkAnswer(page, patienceMs)) !== null
}

/** The whole answer to CHECK_EXTENSION; null without one. */
export function checkAnswer(page: Page, patienceMs = 1_000): Promise<object | null> {
  return page.evaluate(
    (patienceMs) =>
      new Promise<object | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), patienceMs)
        addEventListener('message', (event: MessageEvent<{ type?: string; installed?: boolean }>) => {
          if (event.data.type !== 'EXTENSION_CHECK_RESPONSE' || event.data.installed !== true) return
          clearTimeout(timer)
          resolve(event.data)
        })
        dispatchEvent(new Event('CHECK_EXTENSION'))
      }),
    patienceMs,
  )
}

/** Sends a request as the web app does, through the page's own window; rejects with the extension's message. */
export async function askExtension<T extends ExtensionRequest['type']>(
  page: Page,
  request: Extract<ExtensionRequest, { type: T }>,
): Promise<ExtensionAnswers[T]> {
  const envelope = await askExtensionRaw(page, { source: 'understudy-page', requestId: crypto.randomUUID(), request })
  if (envelope === null) throw new Error('The extension kept silent.')
  if (!envelope.ok) throw new Error(envelope.sentence)
  return envelope.answer as ExtensionAnswers[T]
}

/** Posts any message with `requestId`; null without an answer. */
export function askExtensionRaw(
  page: Page,
  message: { readonly source: string; readonly requestId: string; readonly request: unknown },
  patienceMs = 30_000,
): Promise<ExtensionAnswerEnvelope | null> {
  return page.evaluate(
    ({ message, patienceMs }) =>
      new Promise<ExtensionAnswerEnvelope | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), patienceMs)
        addEventListener('message', (event: MessageEvent<ExtensionAnswerEnvelope>) => {
          if (event.data.source !== 'understudy-extension' || event.data.requestId !== message.requestId) return
          clearTimeout(timer)
          resolve(event.data)
        })
        postMessage(message, location.origin)
      }),
    { message, patienceMs },
  )
}

/** Offers a code for the popup; returns once the extension must have received it. */
export async function offerPairing(page: Page, code: string): Promise<void> {
  const request = { type: 'offer-pairing', code }
  await page.evaluate((request) => {
    postMessage({ source: 'understudy-page', requestId: 'offer', request }, location.origin)
  }, request)
  // The bridge answers in order: the check comes after the offer.
  await isExtensionThere(page)
}
