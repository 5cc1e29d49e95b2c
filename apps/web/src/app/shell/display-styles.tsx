import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect } from 'react'
import { REDUCED_MOTION } from '#ui/theme/theme.ts'

/** Elements that are selected, current or switched on, which the app usually marks with colour. */
const CHOSEN =
  ':is([aria-current=page], [aria-current=true], [aria-selected=true], [aria-pressed=true], [data-narrows], [data-active], label:has(:checked:not([role=switch])))'

/** The heights of the bars, including their messages, at the default text size. */
const TOP_BAR_PX = 72
const FOOT_BARS_PX = 180

/** Scrolls a focused element into view if a bar covers it. Browsers don't do that, because the element is within the viewport. */
function showFocused({ target }: FocusEvent) {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  const { top, bottom, height } = target.getBoundingClientRect()
  const isNearBars = top < TOP_BAR_PX || bottom > innerHeight - FOOT_BARS_PX
  if (isNearBars && height < innerHeight / 2) target.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'nearest' })
}

/**
 * Styles for people who use their own colours, reduced motion or a small screen. They aren't part of each component's styles, because the
 * first page doesn't need them.
 */
export function DisplayStyles() {
  useEffect(() => {
    addEventListener('focusin', showFocused)
    return () => removeEventListener('focusin', showFocused)
  }, [])
  return (
    <GlobalStyles
      styles={{
        [REDUCED_MOTION]: { '#root #main': { animation: 'none' } },
        // Keeps focused elements clear of the bars.
        html: { scrollPadding: '72px 0 calc(90px + 2.5rem)' },
        // On short screens, the top bar scrolls away.
        '@media (max-height: 400px)': { html: { scrollPadding: '8px 0 88px' } },
        // Forced colours remove backgrounds, so borders and the system's highlight colour replace them.
        '@media (forced-colors: active)': {
          ':is(#root, [role=dialog]) :is(.MuiButton-contained, .tonal), #root > header :is(a, button), nav[aria-label=Main] :is(a, button)':
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
          // Without this, black trails would be invisible on a black background.
          '#root [data-grade=black] *': { stroke: 'CanvasText' },
        },
      }}
    />
  )
}
