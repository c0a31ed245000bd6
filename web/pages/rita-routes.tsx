import { redirect, type RouteObject } from 'react-router'

/** The sales-associate area (spec §2), a separate chunk. */
export const ritaRoutes: RouteObject = {
  path: 'rita',
  lazy: async () => ({ Component: (await import('../layout/rita-layout.tsx')).RitaLayout }),
  children: [
    { index: true, loader: () => redirect('/dashboard/rita/home') },
    { path: 'home', lazy: async () => ({ Component: (await import('./rita-home-page.tsx')).RitaHomePage }) },
    { path: 'performance', lazy: async () => ({ Component: (await import('./rita-inbox-page.tsx')).RitaInboxPage }) },
    {
      path: 'campaign',
      lazy: async () => ({ Component: (await import('./rita-campaign-page.tsx')).RitaCampaignPage }),
    },
    { path: 'inbox', lazy: async () => ({ Component: (await import('./rita-accounts-page.tsx')).RitaAccountsPage }) },
    { path: 'output', lazy: async () => ({ Component: (await import('./rita-output-page.tsx')).RitaOutputPage }) },
    {
      path: 'settings',
      lazy: async () => ({ Component: (await import('./rita-settings-page.tsx')).RitaSettingsPage }),
    },
  ],
}
