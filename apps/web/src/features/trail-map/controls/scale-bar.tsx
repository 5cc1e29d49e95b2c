import { styled } from '#ui/styled.ts'
import { font } from '#ui/theme/theme.ts'
import { type MovingViewStore, useMovingView } from '../view/moving-view.ts'

const Bar = styled('div')({
  height: 18,
  border: '2px solid #10212A',
  borderTop: 0,
  textAlign: 'center',
  font: font('600 12px/16px'),
  color: '#10212A',
  background: 'rgba(255,255,255,.6)',
  // Very large text leaves no space for anything but the base map's attribution.
  '@media (max-width: 19em)': { display: 'none' },
  '[data-theme=dark] &': { borderColor: '#EAF1F4', color: '#EAF1F4', background: 'rgba(13,21,25,.6)' },
})

const LONGEST_PX = 110

/** Round lengths are 1, 2, 5, 10 and so on, in metres. */
function roundLength(longestM: number): number {
  const power = 10 ** Math.floor(Math.log10(longestM))
  return [5, 2, 1].map((times) => times * power).find((length) => length <= longestM) ?? power
}

export function ScaleBar({ moving }: { moving: MovingViewStore }) {
  const { metresPerPixel } = useMovingView(moving)
  const length = roundLength(metresPerPixel * LONGEST_PX)
  const text = length >= 1000 ? `${length / 1000} km` : `${length} m`
  return (
    <Bar role="img" aria-label={`Scale: the bar is ${text} long`} style={{ width: length / metresPerPixel }}>
      {text}
    </Bar>
  )
}
