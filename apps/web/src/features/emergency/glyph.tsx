/** An icon without MUI, which this page does without. Decoration beside text: silent to screen readers. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg className="glyph" viewBox="0 -960 960 960" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
