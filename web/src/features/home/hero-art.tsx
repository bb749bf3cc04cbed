/** Owns the hero's print: a pink moon and a take in blue over the yellow flat, marks of the press in the corners. */

const BARS = [
  30, 62, 44, 96, 150, 88, 190, 236, 128, 206, 262, 170, 244, 288, 196, 250, 158, 214, 120, 176, 92, 134, 60, 84, 36,
];
const STEP = 33;

const bars = BARS.map((half, i) => `M${16 + i * STEP} ${330 - half}v${2 * half}`).join("");

/** The moon's lower half dissolves into dots that grow downwards: rows of dashes of no length with round ends. */
const screen = Array.from({ length: 12 }, (_, row) => ({
  d: `M${row % 2 ? 13 : 0} ${372 + row * 23}H820`,
  width: 4 + row * 1.9,
}));

export function HeroArt() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 820 660"
      preserveAspectRatio="xMidYMid slice"
      className="hero-art absolute -z-10"
    >
      <clipPath id="hero-moon">
        <circle cx="430" cy="330" r="296" />
      </clipPath>
      <g className="print-first" fill="#ff48b0" stroke="#ff48b0">
        <path stroke="none" d="M134 330a296 296 0 0 1 592 0z" />
        <g clipPath="url(#hero-moon)" fill="none" strokeLinecap="round" strokeDasharray="0 26">
          <path strokeDasharray="none" strokeWidth="44" d="M0 344h820" />
          {screen.map(({ d, width }) => (
            <path key={d} d={d} strokeWidth={width} />
          ))}
        </g>
      </g>
      <g className="print-second">
        <path d={bars} fill="none" stroke="#0078bf" strokeWidth="20" strokeLinecap="round" />
      </g>
    </svg>
  );
}
