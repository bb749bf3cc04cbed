/** Draws the hero's print: a moon cut out of the yellow area, filled with a pink screen, and the waveform of a recording in blue across all of it. */

const FIELD = 1200;
const MOON = { x: 905, y: 300, r: 262 };

/** Half the length of each bar; bars are longer where the title leaves room. */
const HALF_BARS = [
  8, 14, 10, 20, 26, 18, 30, 62, 44, 92, 124, 84, 140, 168, 112, 152, 186, 132, 170, 192, 146, 110, 158, 96,
  128, 74, 46,
];
const FIRST_BAR = 448;
const STEP = 29;
const MIDDLE = 208;

const bars = HALF_BARS.map((half, i) => `M${FIRST_BAR + i * STEP} ${MIDDLE - half}v${2 * half}`).join("");

/** Rows of dashes of length zero with round ends: dots that grow downward until they touch. */
const SCREEN = Array.from({ length: 21 }, (_, row) => ({
  d: `M${row % 2 ? 13 : 0} ${58 + row * 25}H${FIELD}`,
  width: 3 + row ** 1.35 * 0.48,
}));

const CROSSES = [
  [650, 30],
  [1160, 584],
] as const;

export function HeroArt() {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${FIELD} 620`} className="hero-art">
      <path d="M-2000-2000h6000v5000h-6000z" className="fill-poster" />
      <circle cx={MOON.x} cy={MOON.y} r={MOON.r} fill="#f4f3ea" />
      <clipPath id="hero-moon">
        <circle cx={MOON.x + 6} cy={MOON.y - 5} r={MOON.r} />
      </clipPath>
      <g
        className="print-first"
        clipPath="url(#hero-moon)"
        fill="none"
        stroke="#ff48b0"
        strokeLinecap="round"
        strokeDasharray="0 26"
      >
        {SCREEN.map(({ d, width }) => (
          <path key={d} d={d} strokeWidth={width} />
        ))}
      </g>
      <g className="print-second" fill="none" stroke="#0078bf">
        <path d={bars} strokeWidth="17" strokeLinecap="round" />
        {CROSSES.map(([x, y]) => (
          <g key={x} strokeWidth="1.5">
            <circle cx={x} cy={y} r="8" />
            <path d={`M${x - 15} ${y}h30M${x} ${y - 15}v30`} />
          </g>
        ))}
      </g>
    </svg>
  );
}
