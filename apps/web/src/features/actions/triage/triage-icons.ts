/** Material Symbols icons that only the lists of Actions need. The pause and columns icons are our own. */
export const iconMerge =
  'm296-160-56-56 200-200v-269L337-582l-57-57 200-201 201 201-57 57-104-103v302L296-160Zm368 1L536-286l57-57 128 128-57 56Z'
export const iconPause = 'M320-240v-480h72v480h-72Zm248 0v-480h72v480h-72Z'
export const iconColumns = 'M160-180v-600h180v600H160Zm230 0v-600h180v600H390Zm230 0v-600h180v600H620Z'
export const iconStar =
  'm354-287 126-76 126 77-33-144 111-96-146-13-58-136-58 135-146 13 111 97-33 143ZM233-120l65-281L80-590l288-25 112-265 112 265 288 25-218 189 65 281-247-149-247 149Z'
