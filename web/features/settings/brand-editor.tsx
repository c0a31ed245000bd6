import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'

import {
  readDemoLook,
  storedDemoLook,
  type DemoBackground,
  type DemoFrame,
  type DemoLayout,
  type DemoLook,
} from '#domain/demo-look.ts'
import { screenshotAddress } from '#domain/demo.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import type { FormOutcome } from '../../lib/submit.ts'
import {
  changeBrand,
  changeLogo,
  removeLogo,
  workspacesQuery,
  type BrandChange,
  type Workspace,
} from '../../lib/workspace-calls.ts'
import { Segments } from '../../ui/segments.tsx'
import { SwitchRow } from '../../ui/setting-row.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'
import { FontField } from './font-field.tsx'
import { isLogo, LogoField } from './logo-field.tsx'
import { SavedState, useSave } from './saved-state.tsx'
import { SettingsPartHead } from './settings-part.tsx'

/** The player's default accent. */
const ownColors = { light: '#6d28d9', dark: '#a78bfa' }

/** Everything saves automatically, and the preview updates at once. */
export function BrandEditor({ workspace }: { readonly workspace: Workspace }) {
  return (
    <SavedState>
      <Editor workspace={workspace} />
    </SavedState>
  )
}

function Editor({ workspace }: { readonly workspace: Workspace }) {
  const id = useId()
  const backendUrl = useBackendUrl()
  const { change, changeLook, setLogo, dropLogo, color, setColor, shown, look } = useBrand(workspace)
  const logoAddress = shown.brand_logo === null ? null : screenshotAddress(backendUrl, shown.brand_logo)
  const font = shown.brand_font ?? 'inter'
  return (
    <div className="xl:flex">
      <section aria-labelledby={id} className="min-w-0 flex-1 px-4 pb-10 md:px-8">
        <SettingsPartHead id={id} title="Brand" />
        <div className="-mt-6 max-w-[42rem] divide-y divide-line">
          <Row title="Logo">
            <LogoField address={logoAddress} onChoose={setLogo} onRemove={dropLogo} />
          </Row>
          <Row title="Colour">
            <ColorField
              color={color}
              ownColors={ownColors}
              logoAddress={logoAddress}
              onChange={setColor}
              onSave={(next) => change({ brand_color: next })}
            />
          </Row>
          <Row title="Font">
            <FontField font={font} onChange={(next) => change({ brand_font: next })} />
          </Row>
          <Row title="New demos">
            <div>
              <Choice label="Text">
                <Segments<DemoLayout>
                  label="Text position"
                  value={look.layout}
                  options={layouts}
                  onChange={(layout) => changeLook({ layout })}
                />
              </Choice>
              <Choice label="Frame">
                <Segments<DemoFrame>
                  label="Frame"
                  value={look.frame}
                  options={frames}
                  onChange={(frame) => changeLook({ frame })}
                />
              </Choice>
              <Choice label="Background">
                <Segments<DemoBackground>
                  label="Background"
                  value={look.background}
                  options={backgrounds}
                  onChange={(background) => changeLook({ background })}
                />
              </Choice>
            </div>
            <p className="mt-2 text-xs text-muted">Each demo can have its own in the editor.</p>
          </Row>
          <Row title="Player">
            <SwitchRow
              label="Understudy name"
              name="Show Understudy"
              isOn={shown.shows_product_name}
              onChange={(isOn) => change({ shows_product_name: isOn })}
            />
          </Row>
        </div>
      </section>
      <BrandPreview
        color={color}
        ownColors={ownColors}
        font={font}
        logoAddress={logoAddress}
        showsProductName={shown.shows_product_name}
        look={look}
      />
    </div>
  )
}

/** The chosen brand, saved at each change; reverts to the stored one if that fails. */
function useBrand(workspace: Workspace) {
  const queries = useQueryClient()
  const save = useSave()
  const [chosen, setChosen] = useState<BrandChange>({})
  /** The value during a drag. */
  const [picked, setPicked] = useState<string | null>()
  const shown = { ...workspace, ...chosen }
  const look = readDemoLook(shown.new_demo_look)

  async function run(change: BrandChange, call: () => Promise<FormOutcome>): Promise<void> {
    setChosen((before) => ({ ...before, ...change }))
    await save(call)
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    // Shows the stored values again, also after a failure.
    setChosen((before) => without(before, change))
    setPicked(undefined)
  }
  const change = (next: BrandChange) => void run(next, () => changeBrand(workspace.id, next))
  return {
    shown,
    look,
    color: picked === undefined ? shown.brand_color : picked,
    setColor: setPicked,
    change,
    changeLook: (part: Partial<DemoLook>) => change({ new_demo_look: storedDemoLook({ ...look, ...part }) }),
    setLogo: (file: File) =>
      void run({}, () => (isLogo(file) ? changeLogo(workspace, file) : Promise.resolve(wrongFile))),
    dropLogo: () => void run({ brand_logo: null }, () => removeLogo(workspace)),
  }
}

const wrongFile: FormOutcome = {
  ok: false,
  text: 'This file can’t be used as a logo.',
  hint: 'Choose a PNG, JPEG or WebP image of at most 1 MB.',
}

/** Keeps only entries that were changed again meanwhile. */
function without(all: BrandChange, done: BrandChange): BrandChange {
  const values: Readonly<Record<string, unknown>> = { ...done }
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => !(name in values) || values[name] !== value))
}

function Row({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[5.75rem_minmax(0,1fr)]">
      <h3 className="pt-1.5 text-sm font-medium">{title}</h3>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
      <span>{label}</span>
      {children}
    </div>
  )
}

const layouts = [
  { value: 'callout', label: 'Callout' },
  { value: 'classic', label: 'Below' },
  { value: 'side', label: 'Side' },
] as const
const frames = [
  { value: 'none', label: 'None' },
  { value: 'window', label: 'Window' },
] as const
const backgrounds = [
  { value: 'plain', label: 'Plain' },
  { value: 'stage', label: 'Stage' },
  { value: 'none', label: 'None' },
] as const
