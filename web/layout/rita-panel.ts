/** How the second side panel shows (spec §2): icons only on the campaign page with `classic=true`. */
export function ritaPanel({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  if (!/^\/dashboard\/rita(\/|$)/.test(pathname)) return 'none'
  const isCampaign = /\/rita\/campaign\/?$/.test(pathname)
  return isCampaign && new URLSearchParams(search).get('classic') === 'true' ? 'icons' : 'wide'
}
