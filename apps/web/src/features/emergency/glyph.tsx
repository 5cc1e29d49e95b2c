/** A decorative icon, hidden from screen readers. It doesn't use MUI, which this page doesn't load. */
export function Glyph({ path }: { path: string }) {
  return (
    <svg className="glyph" viewBox="0 -960 960 960" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
