/** A decorative icon of `icons.ts`, hidden from screen readers. It doesn't use MUI, which this page doesn't load. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
