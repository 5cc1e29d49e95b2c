/** Material Symbols Rounded, weight 500 (Google, Apache-2.0). */
export const iconNearMe =
  'M405-408 127-516q-11-5-17-14-5-9-5-19t5-18q6-8 17-13l651-246q10-5 20-2 10 3 17 10 7 7 9 16 3 10-1 20L577-130q-5 11-13 16-8 6-18 6-11 0-20-6t-13-16L405-408Z'
