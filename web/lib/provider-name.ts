const names: Readonly<Record<string, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
}

/** A provider's display name; custom names are capitalised. */
export function providerName(provider: string): string {
  const known = names[provider]
  if (known !== undefined) return known
  const words = provider
    .replace(/_oidc$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
