import type { RouteObject } from 'react-router'

/** The workspace's settings; the first page is shown at the section's own address. */
export const settingsRoutes: RouteObject = {
  path: 'settings',
  lazy: async () => ({ Component: (await import('./settings-page.tsx')).SettingsPage }),
  children: [
    ...[{ index: true } as const, { path: 'workspace' }].map((place) => ({
      ...place,
      lazy: async () => ({ Component: (await import('./settings-parts.tsx')).WorkspacePart }),
    })),
    { path: 'brand', lazy: async () => ({ Component: (await import('./settings-brand-page.tsx')).BrandPage }) },
    { path: 'recording', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).RecordingPart }) },
    { path: 'members', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).MembersPart }) },
    { path: 'security', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).SecurityPart }) },
    {
      path: 'integrations',
      lazy: async () => ({ Component: (await import('./settings-parts.tsx')).IntegrationsPart }),
    },
    { path: 'api', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).ApiPart }) },
    { path: 'credits', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).CreditsPart }) },
    { path: 'audit', lazy: async () => ({ Component: (await import('./settings-parts.tsx')).AuditPart }) },
  ],
}
