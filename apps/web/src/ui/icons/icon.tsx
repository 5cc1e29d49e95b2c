import { styled } from '../styled.ts'

// A CSS rule sets the size, because the content security policy forbids style attributes in markup from the server.
const Svg = styled('svg')<{ height: number }>(({ height }) => ({
  width: height,
  height,
  fill: 'currentColor',
  flex: 'none',
  display: 'block',
}))

/** The text beside the icon has the same meaning, so screen readers skip the icon. */
export function Icon({ path, size = 24 }: { path: string; size?: number }) {
  return (
    <Svg viewBox="0 -960 960 960" aria-hidden="true" height={size}>
      <path d={path} />
    </Svg>
  )
}
