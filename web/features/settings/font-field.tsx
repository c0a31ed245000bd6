import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'

import { demoFonts, type DemoFont } from '#domain/demo-look.ts'

/** Fonts that every visitor's device has, or that we serve ourselves. */
export const fontStacks: Readonly<Record<DemoFont, string>> = {
  inter: "'Inter Variable', system-ui, sans-serif",
  system: 'system-ui, sans-serif',
  serif: "Georgia, 'Times New Roman', serif",
  mono: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
}

export const fontNames: Readonly<Record<DemoFont, string>> = {
  inter: 'Inter',
  system: 'System',
  serif: 'Serif',
  mono: 'Mono',
}

export function FontField(props: { readonly font: DemoFont; readonly onChange: (font: DemoFont) => void }) {
  return (
    <RadioGroup
      aria-label="Font"
      value={props.font}
      onValueChange={props.onChange}
      className="grid grid-cols-2 gap-2 sm:grid-cols-4"
    >
      {demoFonts.map((font) => (
        <Radio.Root
          key={font}
          value={font}
          style={{ fontFamily: fontStacks[font] }}
          className="flex flex-col items-start rounded-control px-2.5 py-1.5 shadow-[inset_0_0_0_1px_var(--line-strong)] transition-shadow duration-[120ms] hover:bg-hover data-checked:shadow-[inset_0_0_0_2px_var(--accent-fill)]"
        >
          <span aria-hidden className="text-lg leading-7">
            Aa
          </span>
          <span className="text-xs">{fontNames[font]}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
