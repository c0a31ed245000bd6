import type { RouteObject } from 'react-router'

/** One agent's pages, a tab each. */
export const agentRoutes: RouteObject = {
  path: 'agents/:agentId',
  lazy: async () => ({ Component: (await import('./agent-page.tsx')).AgentPage }),
  children: [
    { index: true, lazy: async () => ({ Component: (await import('./agent-overview-page.tsx')).AgentOverviewPage }) },
    {
      path: 'behaviour',
      lazy: async () => ({ Component: (await import('./agent-behaviour-page.tsx')).AgentBehaviourPage }),
    },
    {
      path: 'knowledge',
      lazy: async () => ({ Component: (await import('./agent-knowledge-page.tsx')).AgentKnowledgePage }),
    },
    {
      path: 'meetings',
      lazy: async () => ({ Component: (await import('./agent-meetings-page.tsx')).AgentMeetingsPage }),
    },
    {
      path: 'handover',
      lazy: async () => ({ Component: (await import('./agent-handover-page.tsx')).AgentHandoverPage }),
    },
    { path: 'test', lazy: async () => ({ Component: (await import('./agent-test-page.tsx')).AgentTestPage }) },
    {
      path: 'versions',
      lazy: async () => ({ Component: (await import('./agent-versions-page.tsx')).AgentVersionsPage }),
    },
    {
      path: 'installation',
      lazy: async () => ({ Component: (await import('./agent-installation-page.tsx')).AgentInstallationPage }),
    },
  ],
}
