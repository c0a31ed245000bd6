import { InspectorSection } from './inspector-section.tsx'
import { demoSection, stepSections, type SectionProps } from './inspector-sections.tsx'
import type { SectionId } from './editor-parts.ts'
import { selectedStep } from './editor-state.ts'

/** All properties of the selection, as rows. */
export function Inspector(props: SectionProps) {
  const { state } = props
  const step = selectedStep(state)
  const frame = (id: SectionId) => ({
    id,
    isFolded: state.folded.includes(id),
    isSelected: state.section === id,
    onFold: () => props.dispatch({ type: 'fold-section', section: id }),
    onSelect: () => props.dispatch({ type: 'select-section', section: id }),
  })
  const stepProps = step === undefined ? null : { ...props, step }
  return (
    <>
      {stepProps === null
        ? null
        : stepSections
            .filter(({ isShown }) => isShown === undefined || isShown(stepProps))
            .map(({ id, title, value, Tools, Body }) => (
              <InspectorSection
                key={id}
                {...frame(id)}
                title={title(stepProps)}
                value={value(stepProps)}
                tools={Tools === undefined ? null : <Tools {...stepProps} />}
              >
                <Body {...stepProps} />
              </InspectorSection>
            ))}
      <InspectorSection
        {...frame(demoSection.id)}
        title={demoSection.title(props)}
        value={demoSection.value(props)}
        tools={demoSection.Tools === undefined ? null : <demoSection.Tools {...props} />}
      >
        <demoSection.Body {...props} />
      </InspectorSection>
    </>
  )
}
