import { Components } from '../features/design-system/components.tsx'
import { Figures } from '../features/design-system/figures.tsx'
import { Fields } from '../features/design-system/fields.tsx'
import { Forms } from '../features/design-system/forms.tsx'
import { ProviderForms } from '../features/design-system/provider-forms.tsx'
import { Messages } from '../features/design-system/messages.tsx'
import { Overlays } from '../features/design-system/overlays.tsx'
import { Tokens } from '../features/design-system/tokens.tsx'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { useTitle } from '../lib/use-title.ts'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** Every component in all its states, for developers: `npm run dev` serves it at /ui. */
export function UiPage() {
  useTitle('Design system')
  return (
    <main className="mx-auto flex max-w-[1400px] flex-col gap-16 px-4 py-8 sm:px-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <Wordmark />
          <h1 className="mt-3 text-2xl font-semibold">Design system</h1>
        </div>
        <ThemeSwitch className="w-40" />
      </header>
      <Tokens />
      <Components />
      <Figures />
      <Fields />
      <Forms />
      <ProviderForms />
      <Messages />
      <Overlays />
      <TooltipLayer />
    </main>
  )
}
