import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

/** Drawn by this page, so that what it says is asked of nobody. Dark on light in the dark too: cameras expect it. */
export function QrCode({ text }: { text: string }): ReactNode {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for the authenticator; the secret below says the same"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
