/** The page allows this very text as its style, by its hash. */
export const buildingStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 90vh; margin: 0; }
main { max-width: 30rem; padding: 2rem; text-align: center; }
p { opacity: 0.8; }
`;

/** Shown while the dashboard is being built after a first start: some seconds. Without script, for the policy's sake. */
export const buildingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Integration hub</title>
<style>${buildingStyle}</style>
</head>
<body>
<main>
<h1>The dashboard is being built</h1>
<p>This takes some seconds after the first start, and this page looks again by itself. API and command line work meanwhile.</p>
<p>If it stays like this, the log of the start says why the build failed.</p>
</main>
</body>
</html>
`;
