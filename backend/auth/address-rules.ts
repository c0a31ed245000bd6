import type { Services } from '#backend/services.ts'

/** Whether a code or link by mail proves whose the address is. Kept in the outbox, it is read by somebody else. */
export function provesByMail(services: Services): boolean {
  const { mail } = services.config.auth
  return mail.smtp !== null || !mail.isAutoconfirmed
}

/** Writes down whether addresses can be proven here, for the rights that go with one (public.may_rely_on_email). */
export async function keepAddressRules(services: Services): Promise<void> {
  const { providers, saml } = services.config.identity
  const areProven = provesByMail(services) || providers.size > 0 || saml !== null
  await services.database.transaction('system', [
    {
      text: `insert into public.address_rules (are_proven) values ($1)
        on conflict (is_only) do update set are_proven = excluded.are_proven`,
      values: [areProven],
    },
  ])
}
