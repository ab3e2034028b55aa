/// The version of the program, as `--version` and the User-Agent say it.
package let prismWallVersion = "0.1.0"
