import { createServer } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'
import {
  assertionXml,
  createSamlIdentityProvider,
  responseXml,
  type SamlIdentityProvider,
} from './saml-identity-provider.ts'

export interface SamlSignInPage {
  readonly provider: SamlIdentityProvider
  /** Who is signed in there, and redirected back at once. */
  email: string
  readonly close: () => Promise<void>
}

/** An identity provider on loopback for browsers: signs `email` in and posts the assertion back. */
export async function startSamlSignInPage(): Promise<SamlSignInPage> {
  const server = createServer((request, response) => {
    const asked = page.provider.readRequest(new URL(request.url ?? '/', address).href)
    const fields = page.provider.fieldsFor(asked, { nameId: page.email, email: page.email })
    const xml = responseXml(fields, page.provider.sign(assertionXml(fields)))
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Company</title>
<form method="post" action="${asked.acs}">
  <input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
  <input type="hidden" name="RelayState" value="${asked.relayState}">
</form>
<script>document.forms[0].submit()</script>`)
  })
  const { origin, close } = await listenOnLoopback(server)
  const address = `${origin}/sso`
  const page: SamlSignInPage = {
    provider: createSamlIdentityProvider(undefined, undefined, address),
    email: '',
    close,
  }
  return page
}
