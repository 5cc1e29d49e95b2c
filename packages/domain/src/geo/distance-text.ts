/** The result isn't more precise than a phone's position. */
export const distanceText = (metres: number) => (metres < 995 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`)

/** As precise as the published figures. */
export const lengthText = (metres: number) => (metres < 995 ? distanceText(metres) : `${(metres / 1000).toFixed(2)} km`)

/** Never returns '0 m', which would mean that the position is at the post. */
export function alongText(metres: number): string {
  const rounded = Math.max(10, Math.round(metres / 10) * 10)
  return rounded < 1000 ? `${rounded} m` : `${rounded / 1000} km`
}
