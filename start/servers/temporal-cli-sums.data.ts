/**
 * SHA-256 of the archives of the Temporal CLI, by `process.platform` and architecture as its makers call it.
 *
 * @see https://github.com/temporalio/cli/releases/download/v1.9.1/checksums.txt
 */
export const temporalCliSums: Readonly<Record<string, string>> = {
  darwin_amd64: '48cdd6c84c56e27ae8e4d9a47052b89289a9c552dee029b49dd312c6fb72873f',
  darwin_arm64: '41e0425378fcb4fb5766340b97435e20fe47bbff2d7bf644ec2d51f7662b7c56',
  linux_amd64: '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5',
  linux_arm64: '6c57c352d52fc3df34412376fd9ba6f74b7e3ace8e426e6cba8600156d36a145',
};
