/** The background shows through the logo, so `ink` must be the background's colour. */
export function Logo({ size, ink }: { size: number; ink: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <path d="M9 3H39A6 6 0 0 1 45 9V31A6 6 0 0 1 39 37H30L24 46.5L18 37H9A6 6 0 0 1 3 31V9A6 6 0 0 1 9 3Z" fill="currentColor" />
      <path
        d="M13.5 30.5H31.5A4.6 4.6 0 0 0 31.5 21.3H18A4.4 4.4 0 0 1 18 12.5H27"
        fill="none"
        stroke={ink}
        strokeWidth="4.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="34.2" cy="12.2" r="3" fill={ink} />
    </svg>
  )
}
