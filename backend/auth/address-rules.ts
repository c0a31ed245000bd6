import type { Services } from '#backend/services.ts'

/** Whether a mailed code or link proves ownership. In the outbox, someone else can read it. */
export function isMailProof(services: Services): boolean {
  const { mail } = services.config.auth
  return mail.smtp !== null || !mail.isAutoconfirmed
}

/** Stores whether addresses can be confirmed here, for public.can_rely_on_email. */
export async function saveAddressRules(services: Services): Promise<void> {
  const { providers, saml } = services.config.identity
  const areProven = isMailProof(services) || providers.size > 0 || saml !== null
  await services.database.transaction('system', [
    {
      text: `insert into public.address_rules (are_proven) values ($1)
        on conflict (is_only) do update set are_proven = excluded.are_proven`,
      values: [areProven],
    },
  ])
}
