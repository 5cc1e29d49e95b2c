import { Global } from '@emotion/react'
import { useEffect } from 'react'
import { REDUCED_MOTION } from '#ui/theme/theme.ts'

/** The app usually marks selected, current and switched-on elements with colour. */
const CHOSEN =
  ':is([aria-current=page], [aria-current=true], [aria-selected=true], [aria-pressed=true], [data-narrows], [data-active], label:has(:checked:not([role=switch])))'

const TOP_BAR_PX = 72
const FOOT_BARS_PX = 180

/** Browsers don't scroll a focused element into view when a bar covers it, because the element is within the viewport. */
function showFocused({ target }: FocusEvent) {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  const { top, bottom, height } = target.getBoundingClientRect()
  const isNearBars = top < TOP_BAR_PX || bottom > innerHeight - FOOT_BARS_PX
  if (isNearBars && height < innerHeight / 2) target.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'nearest' })
}

/** These styles are separate from the components because the first page doesn't need them. */
export function DisplayStyles() {
  useEffect(() => {
    addEventListener('focusin', showFocused)
    return () => removeEventListener('focusin', showFocused)
  }, [])
  return (
    <Global
      styles={{
        [REDUCED_MOTION]: { '#root #main': { animation: 'none' } },
        html: { scrollPadding: '72px 0 calc(90px + 2.5rem)' },
        '@media (max-height: 400px)': { html: { scrollPadding: '8px 0 88px' } },
        // Forced colours remove backgrounds, so borders and the system's highlight colour replace the backgrounds.
        '@media (forced-colors: active)': {
          ':is(#root, [role=dialog]) :is([data-variant=contained], .tonal), #root > header :is(a, button), nav[aria-label=Main] :is(a, button)':
            {
              border: '1.5px solid',
            },
          [`#root ${CHOSEN}, [role=dialog] ${CHOSEN}`]: {
            forcedColorAdjust: 'none',
            borderColor: 'HighlightText',
            background: 'Highlight',
            color: 'HighlightText',
          },
          [`#root ${CHOSEN} :not(svg, svg *), [role=dialog] ${CHOSEN} :not(svg, svg *)`]: { background: 'none', color: 'inherit' },
          '#root [role=switch]::after': { border: '9px solid' },
          '#root [role=switch]:checked::before': { forcedColorAdjust: 'none', background: 'Highlight' },
          '#root [role=switch]:checked::after': { forcedColorAdjust: 'none', border: 0, background: 'HighlightText', color: 'Highlight' },
          // Without this rule, black trails would be invisible on a black background.
          '#root [data-grade=black] *': { stroke: 'CanvasText' },
        },
      }}
    />
  )
}
